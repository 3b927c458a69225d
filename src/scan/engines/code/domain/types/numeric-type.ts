import type { Name } from '../../knowledge/rule-set.ts';

/** A value of a declared type that cannot carry text of the sender's choice. */
export function isNumeric(type: Name): boolean {
  return type.segment !== 'char' && numericTypes.has(type.segment);
}

/** Likewise by its name alone; a character is one there. */
export function isNumericName(name: string): boolean {
  return numericTypes.has(name);
}

const numericTypes = new Set([
  'int',
  'float',
  'bool',
  'number',
  'boolean',
  'UUID',
  'uuid',
  'date',
  'datetime',
  'Decimal',
  'Date',
  'long',
  'double',
  'short',
  'byte',
  'char',
  'decimal',
  'Integer',
  'Long',
  'Double',
  'Float',
  'Short',
  'Boolean',
  'Int',
  'Guid',
  'DateTime',
  'BigDecimal',
  'LocalDate',
  'LocalDateTime',
  'Instant',
  'ZonedDateTime',
  'OffsetDateTime',
  'Duration',
  'BigInteger',
  'DateTimeOffset',
  'DateOnly',
  'TimeOnly',
  'TimeSpan',
  'uint',
  'ulong',
  'ushort',
  'sbyte',
  'Int32',
  'Int64',
]);
