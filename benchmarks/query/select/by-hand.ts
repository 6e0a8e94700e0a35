import type { CompiledSelect, SelectInput } from './inputs.ts'

/** The floor: the text written out, and the values in a list. */
export function compileByHand(input: SelectInput): CompiledSelect {
  const params: unknown[] = [input.active, input.minAge, input.maxAge, input.notName, input.kind]
  let markers = ''
  for (const id of input.ids) markers += (markers === '' ? '$' : ', $') + String(params.push(id))
  return {
    sql:
      'SELECT "users"."id", "users"."name", "teams"."name" AS "team", "cities"."name" AS "city", ' +
      '"orgs"."name" AS "org" FROM "users" INNER JOIN "teams" ON "teams"."id" = "users"."team_id" ' +
      'LEFT JOIN "cities" ON "cities"."id" = "users"."city_id" ' +
      'INNER JOIN "orgs" ON "orgs"."id" = "teams"."org_id" ' +
      'WHERE "users"."active" = $1 AND "users"."age" >= $2 AND "users"."age" < $3 ' +
      `AND "users"."name" != $4 AND "teams"."kind" = $5 AND "users"."id" IN (${markers}) ` +
      'ORDER BY "users"."name" ASC LIMIT 20',
    params,
  }
}
