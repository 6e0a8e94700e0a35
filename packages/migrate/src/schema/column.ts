import { runStatement, type DialectName } from '@fw/query'

/** The kind of values in a column. Kinds that all drivers return in the same form are not distinguished. */
export type Family =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'float'
  | 'boolean'
  | 'moment'
  | 'date'
  | 'time'
  | 'json'
  | 'binary'
  | 'list'
  | 'other'

export interface Column {
  readonly name: string
  /** The column type, as the database writes it. */
  readonly type: string
  readonly family: Family
  readonly isNullable: boolean
  /** True if the column has a default, or the database generates its values. */
  readonly hasDefault: boolean
  /** The maximum number of characters. */
  readonly length: number | undefined
  /** The values of an enum type. */
  readonly values: readonly string[] | undefined
}

/** Returns the columns of all tables and views by table name; for PostgreSQL, of those in the current schema. */
export async function readColumns(
  connection: object,
  dialect: DialectName,
): Promise<Map<string, Column[]>> {
  const { rows } = await runStatement(connection, catalogQueries[dialect])
  const tables = new Map<string, Column[]>()
  for (const row of rows as unknown as CatalogRow[]) {
    const columns = tables.get(row.table_name) ?? []
    tables.set(row.table_name, [...columns, toColumn(row)])
  }
  return tables
}

interface CatalogRow {
  readonly table_name: string
  readonly name: string
  readonly type: string
  readonly nullable: number
  readonly defaulted: number
  readonly enum_values: string | null
}

function toColumn({ name, type, nullable, defaulted, enum_values }: CatalogRow): Column {
  const [, length] = /^(?:n?v?(?:ar)?char(?:acter)?(?: varying)?)\((\d+)\)/i.exec(type) ?? []
  const enumValues = enum_values ?? (/^enum\((.*)\)$/i.exec(type)?.[1] || undefined)
  return {
    name,
    type,
    family: enumValues === undefined ? familyOf(type) : 'text',
    isNullable: Number(nullable) === 1,
    hasDefault: Number(defaulted) === 1,
    length: length === undefined ? undefined : Number(length),
    values:
      enumValues === undefined
        ? undefined
        : [...enumValues.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) =>
            value.replaceAll("''", "'"),
          ),
  }
}

function familyOf(type: string): Family {
  return families.find(([, pattern]) => pattern.test(type))?.[0] ?? 'other'
}

const families: readonly (readonly [Family, RegExp])[] = [
  ['list', /\[\]$/],
  ['boolean', /^(bool|tinyint\(1\))/i],
  ['integer', /^((tiny|small|medium|big)?int|int\d|integer|(small|big)?serial|year)/i],
  ['decimal', /^(numeric|decimal)/i],
  ['float', /^(real|double|float)/i],
  ['moment', /^(timestamp|datetime)/i],
  ['date', /^date/i],
  ['time', /^time/i],
  ['json', /^jsonb?$/i],
  ['binary', /^(bytea|(tiny|medium|long)?blob|(var)?binary)/i],
  ['text', /(char|text|clob|uuid)/i],
]

const catalogQueries: Record<DialectName, string> = {
  postgres: `SELECT c.relname AS table_name, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
      CASE WHEN a.attnotnull OR t.typnotnull THEN 0 ELSE 1 END AS nullable,
      CASE WHEN a.atthasdef OR a.attidentity <> '' OR t.typdefault IS NOT NULL THEN 1 ELSE 0 END AS defaulted,
      (SELECT string_agg(quote_literal(e.enumlabel), ',' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = a.atttypid) AS enum_values
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum`,
  mysql: `SELECT TABLE_NAME AS table_name, COLUMN_NAME AS name, COLUMN_TYPE AS type,
      CASE WHEN IS_NULLABLE = 'YES' THEN 1 ELSE 0 END AS nullable,
      CASE WHEN COLUMN_DEFAULT IS NOT NULL OR EXTRA <> '' THEN 1 ELSE 0 END AS defaulted,
      NULL AS enum_values
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()
    ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  // An INTEGER column that is the whole primary key is the row id, which has a default.
  sqlite: `SELECT m.name AS table_name, c.name AS name, c.type AS type,
      CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN 0 ELSE 1 END AS nullable,
      CASE WHEN c.dflt_value IS NOT NULL OR c.hidden > 1 OR (c.pk = 1 AND upper(c.type) = 'INTEGER'
        AND NOT EXISTS (SELECT 1 FROM pragma_table_xinfo(m.name) other WHERE other.pk > 1)) THEN 1 ELSE 0 END AS defaulted,
      NULL AS enum_values
    FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c
    WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite_%' AND c.hidden <> 1
    ORDER BY m.name, c.cid`,
}
