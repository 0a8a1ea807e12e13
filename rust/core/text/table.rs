//! Tables of texts, for a terminal and for a notebook.

use std::fmt::Write;

/// Some rows under a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTable {
    /// The heading: a text for each column.
    pub columns: Vec<String>,
    /// The rows, each with a text for each column.
    pub rows: Vec<Vec<String>>,
    /// How many columns, from the first on, have their texts to the left.
    pub left: usize,
}

impl TextTable {
    /// Returns the table as lines, with two spaces between columns.
    #[must_use]
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

    /// Returns the table as HTML, with a caption unless that is empty.
    #[must_use]
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
        let caption = match caption {
            "" => String::new(),
            _ => format!("<caption>{}</caption>", escaped(caption)),
        };
        let head = row(&self.columns, "th");
        format!("<table>{caption}<thead>{head}</thead><tbody>{body}</tbody></table>")
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> TextTable {
        let rows = [["ä<", "1"], ["b", "1,000"]].map(|row| row.map(str::to_owned).to_vec());
        TextTable { columns: vec!["name".into(), "count".into()], rows: rows.to_vec(), left: 1 }
    }

    #[test]
    fn columns_are_as_wide_as_their_texts() {
        assert_eq!(table().text(), "name  count\nä<        1\nb     1,000");
    }

    #[test]
    fn html_escapes_texts() {
        let html = table().html("a & b");
        assert!(
            html.starts_with("<table><caption>a &amp; b</caption><thead><tr><th style=\"text-align: left\">")
        );
        assert!(html.contains("ä&lt;</td>") && html.contains("text-align: right\">1,000</td>"));
        assert!(!table().html("").contains("caption"));
    }
}
