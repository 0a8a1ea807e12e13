"""The interfaces that people train with: PettingZoo, Gymnasium and OpenSpiel.

Each needs its package, which ``import stud8`` never loads: ``pip install stud8[pettingzoo]``,
``stud8[gymnasium]`` or ``stud8[openspiel]``. All of them see the game as `Tables` does: players 0 to p - 1 in
the order of the seats, action ids 0 to 7, the numbers of `features` as observations, the chips won or lost as
rewards at the end of a hand, and ``ask_muck`` off.
"""
