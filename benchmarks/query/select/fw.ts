import { Query } from '@fw/query'
import type { CompiledSelect, SelectInput } from './inputs.ts'

/** Given a connection, so that the way from the driver's object to its adapter counts too. */
export function createFwCompile(connection: object): (input: SelectInput) => CompiledSelect {
  const select = createFwSelect(connection)
  return (input) => select(input).toSql()
}

function createFwSelect(connection: object): (input: SelectInput) => Query {
  return (input) =>
    new Query(connection)
      .table('users')
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
      .orderBy('users.name')
      .limit(20)
}
