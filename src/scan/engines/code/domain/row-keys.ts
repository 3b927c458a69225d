/** `row['id']`, `$row['pageID']`: what numbers the rows of a table is made by the database or the program, and written by nobody. */
export function isKeyOfRow(kind: string, property: string): boolean {
  return kind === 'stored' && rowKey.test(property);
}

const rowKey = /^(?:id|ID|Id|uuid)$|_id$|[a-z](?:ID|Id)$/;
