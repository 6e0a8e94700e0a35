import { dialectOf, InvalidQuery, runStatement, transaction } from '@fw/query'
import { expect, test } from 'vitest'
import { describeDrivers } from '../drivers.ts'

await describeDrivers(
  'a statement by hand',
  () => ['CREATE TABLE counters (name VARCHAR(20) PRIMARY KEY, reached BIGINT NOT NULL)'],
  (driver) => {
    test('accepts parameters, and returns rows and the number of affected rows', async () => {
      const { connection } = driver
      const written = await runStatement(connection, 'INSERT INTO counters VALUES (?, ?), (?, ?)', [
        'a',
        1,
        'b',
        2,
      ])
      expect(written).toMatchObject({ rows: [], affected: 2 })

      const doubled = 'UPDATE counters SET reached = reached * ? WHERE reached > ?'
      expect(await runStatement(connection, doubled, [2, 0])).toMatchObject({ affected: 2 })

      const read = await runStatement(connection, 'SELECT * FROM counters ORDER BY name')
      expect(read.rows).toEqual([
        { name: 'a', reached: 2 },
        { name: 'b', reached: 4 },
      ])
    })

    test('runs in a given transaction', async () => {
      const attempt = transaction(driver.connection, async (tx) => {
        await runStatement(tx, 'DELETE FROM counters')
        throw new Error('No.')
      })
      await expect(attempt).rejects.toThrow('No.')
      const { rows } = await runStatement(driver.connection, 'SELECT name FROM counters')
      expect(rows).toHaveLength(2)
    })

    test('needs as many parameters as markers', async () => {
      const lacking = runStatement(driver.connection, 'SELECT ?')
      await expect(lacking).rejects.toThrow(InvalidQuery)
    })

    test('is in the dialect of the connection', () => {
      expect(dialectOf(driver.connection)).toBe(driver.dialect)
    })
  },
)
