//! Exact equities: against known counts, against plain enumeration, and against themselves said in another way.

mod drafts;
mod edges;
mod enumeration;
mod every_deal;
mod known;
mod question;
mod said_otherwise;
