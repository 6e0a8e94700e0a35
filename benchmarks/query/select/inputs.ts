/**
 * The differences between two compilations of the select: three joins, five conditions, a list of
 * ten, order and limit.
 */
export interface SelectInput {
  readonly active: boolean
  readonly minAge: number
  readonly maxAge: number
  readonly notName: string
  readonly kind: string
  readonly ids: readonly number[]
}

/** A query of PostgreSQL. */
export interface CompiledSelect {
  readonly sql: string
  readonly params: readonly unknown[]
}

export function createSelectInputs(count: number): SelectInput[] {
  return Array.from({ length: count }, (_, index) => ({
    active: true,
    minAge: 18,
    maxAge: 60 + (index % 20),
    notName: `user ${index % 7}`,
    kind: 'core',
    ids: Array.from({ length: 10 }, (_, position) => index + position),
  }))
}

export const selectTables = [
  'CREATE TABLE orgs (id int PRIMARY KEY, name text NOT NULL)',
  'CREATE TABLE cities (id int PRIMARY KEY, name text NOT NULL)',
  'CREATE TABLE teams (id int PRIMARY KEY, org_id int NOT NULL, name text NOT NULL, kind text NOT NULL)',
  `CREATE TABLE users (id int PRIMARY KEY, team_id int NOT NULL, city_id int, name text NOT NULL,
     age int NOT NULL, active boolean NOT NULL)`,
  `INSERT INTO orgs SELECT n, 'org ' || n FROM generate_series(1, 3) n`,
  `INSERT INTO cities SELECT n, 'city ' || n FROM generate_series(1, 5) n`,
  `INSERT INTO teams SELECT n, n % 3 + 1, 'team ' || n, CASE n % 2 WHEN 0 THEN 'core' ELSE 'other' END
     FROM generate_series(1, 10) n`,
  `INSERT INTO users SELECT n, n % 10 + 1, NULLIF(n % 6, 0), 'user ' || n, n % 70, n % 5 <> 0
     FROM generate_series(1, 2000) n`,
]
