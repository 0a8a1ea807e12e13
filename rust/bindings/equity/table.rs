//! Tables of texts, for a terminal and for a notebook.

use std::fmt::Write;

/// Some rows under a heading.
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// How many columns, from the first on, have their texts to the left.
    pub left: usize,
}

impl Table {
    /// Columns apart by two spaces.
    pub fn text(&self) -> String {
        let lines = || std::iter::once(&self.columns).chain(&self.rows);
        let width = |column: usize| lines().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |row: &Vec<String>| {
            let cell = |(column, (text, &width)): (usize, (&String, &usize))| {
                if column < self.left { format!("{text:<width$}") } else { format!("{text:>width$}") }
            };
            let cells: Vec<String> = row.iter().zip(&widths).enumerate().map(cell).collect();
            cells.join("  ").trim_end().to_owned()
        };
        lines().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The same as HTML. Nothing in the texts needs escapes but what a text may hold.
    pub fn html(&self, caption: &str) -> String {
        let row = |cells: &[String], tag: &str| {
            let mut html = String::from("<tr>");
            for (column, text) in cells.iter().enumerate() {
                let align = if column < self.left { "left" } else { "right" };
                // Writing to a string doesn't fail.
                let _ = write!(html, "<{tag} style=\"text-align: {align}\">{}</{tag}>", escaped(text));
            }
            html + "</tr>"
        };
        let body: String = self.rows.iter().map(|cells| row(cells, "td")).collect();
        format!(
            "<table><caption>{}</caption><thead>{}</thead><tbody>{body}</tbody></table>",
            escaped(caption),
            row(&self.columns, "th")
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A whole number with its thousands apart.
pub fn thousands(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
