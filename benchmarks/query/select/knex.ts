import knex from 'knex'
import type { CompiledSelect, SelectInput } from './inputs.ts'

const database = knex.knex({ client: 'pg' })

export function compileKnex(input: SelectInput): CompiledSelect {
  const { sql, bindings } = database('users')
    .select(
      'users.id',
      'users.name',
      'teams.name as team',
      'cities.name as city',
      'orgs.name as org',
    )
    .join('teams', 'teams.id', '=', 'users.team_id')
    .leftJoin('cities', 'cities.id', '=', 'users.city_id')
    .join('orgs', 'orgs.id', '=', 'teams.org_id')
    .where('users.active', '=', input.active)
    .where('users.age', '>=', input.minAge)
    .where('users.age', '<', input.maxAge)
    .where('users.name', '!=', input.notName)
    .where('teams.kind', '=', input.kind)
    .whereIn('users.id', input.ids)
    .orderBy('users.name', 'asc')
    .limit(20)
    .toSQL()
    .toNative()
  return { sql, params: bindings }
}
