import {
  Kysely,
  PostgresAdapter,
  DummyDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { CompiledSelect, SelectInput } from './inputs.ts'

interface Tables {
  users: {
    id: number
    team_id: number
    city_id: number | null
    name: string
    age: number
    active: boolean
  }
  teams: { id: number; org_id: number; name: string; kind: string }
  cities: { id: number; name: string }
  orgs: { id: number; name: string }
}

const database = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export function compileKysely(input: SelectInput): CompiledSelect {
  const { sql, parameters } = database
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .leftJoin('cities', 'cities.id', 'users.city_id')
    .innerJoin('orgs', 'orgs.id', 'teams.org_id')
    .select([
      'users.id',
      'users.name',
      'teams.name as team',
      'cities.name as city',
      'orgs.name as org',
    ])
    .where('users.active', '=', input.active)
    .where('users.age', '>=', input.minAge)
    .where('users.age', '<', input.maxAge)
    .where('users.name', '!=', input.notName)
    .where('teams.kind', '=', input.kind)
    .where('users.id', 'in', [...input.ids])
    .orderBy('users.name', 'asc')
    .limit(20)
    .compile()
  return { sql, params: parameters }
}
