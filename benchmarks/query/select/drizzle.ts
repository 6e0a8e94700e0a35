import { and, asc, eq, gte, inArray, lt, ne } from 'drizzle-orm'
import { boolean, integer, pgTable, QueryBuilder, text } from 'drizzle-orm/pg-core'
import type { CompiledSelect, SelectInput } from './inputs.ts'

const users = pgTable('users', {
  id: integer().primaryKey(),
  teamId: integer('team_id').notNull(),
  cityId: integer('city_id'),
  name: text().notNull(),
  age: integer().notNull(),
  active: boolean().notNull(),
})
const teams = pgTable('teams', {
  id: integer().primaryKey(),
  orgId: integer('org_id').notNull(),
  name: text().notNull(),
  kind: text().notNull(),
})
const cities = pgTable('cities', { id: integer().primaryKey(), name: text().notNull() })
const orgs = pgTable('orgs', { id: integer().primaryKey(), name: text().notNull() })

const builder = new QueryBuilder()

export function compileDrizzle(input: SelectInput): CompiledSelect {
  return builder
    .select({
      id: users.id,
      name: users.name,
      team: teams.name,
      city: cities.name,
      org: orgs.name,
    })
    .from(users)
    .innerJoin(teams, eq(teams.id, users.teamId))
    .leftJoin(cities, eq(cities.id, users.cityId))
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .where(
      and(
        eq(users.active, input.active),
        gte(users.age, input.minAge),
        lt(users.age, input.maxAge),
        ne(users.name, input.notName),
        eq(teams.kind, input.kind),
        inArray(users.id, [...input.ids]),
      ),
    )
    .orderBy(asc(users.name))
    .limit(20)
    .toSQL()
}
