/** What the names begin with under which a file hands on all that another one exports. */
export const everything = '*';
