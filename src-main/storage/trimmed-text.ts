/**
 * The column `text` without white space around it, as `String.prototype.trim` removes it, in SQL. An index is made of these very words:
 * never edited, or that index is not used any more.
 */
export const trimmedText
  = 'trim(text, char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279))'
