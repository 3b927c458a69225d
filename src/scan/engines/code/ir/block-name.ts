/** The name under which a block is handed over, whatever the method calls it. */
export const blockName = '&block';
