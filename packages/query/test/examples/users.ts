import { DatabaseSync } from 'node:sqlite'
import { Query, transaction } from '@fw/query'

const database = new DatabaseSync(':memory:')
database.exec(
  'CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)',
)

await transaction(database, async (tx) => {
  const people = [
    { name: 'Ada', age: 36 },
    { name: 'Byron', age: 8 },
  ]
  await new Query(tx).table('users').insert(people)
})

const adults = new Query(database)
  .table('users')
  .select('id', 'name')
  .where('age', '>=', 18)
console.log(adults.toSql())
console.log(await adults.get())
