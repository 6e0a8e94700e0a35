import { Query, QueryFailed } from '@fw/query'
import { expect, test } from 'vitest'

/** The shape of a pool of "pg". Each query is rejected with the error. */
function pgPool(error: Error) {
  const fail = async () => {
    throw error
  }
  return {
    totalCount: 0,
    query: fail,
    connect: fail,
    listenerCount: () => 1,
  }
}

/** The shape of a pool of "mysql2". Each connection is rejected with the error. */
function mysqlPool(error: Error) {
  const fail = async () => {
    throw error
  }
  return {
    pool: { config: { connectionConfig: {} } },
    execute: fail,
    getConnection: fail,
  }
}

const pools = { pg: pgPool, mysql2: mysqlPool }

async function failureOf(driver: keyof typeof pools, details: object, message = 'It failed.') {
  const error = Object.assign(new Error(message), details)
  const running = new Query(pools[driver](error)).table('t').where('name', '=', 'Ada').get()
  return (await running.catch((failure: unknown) => failure)) as QueryFailed
}

const codes: Record<keyof typeof pools, Record<string, readonly string[]>> = {
  pg: {
    'invalid-value': ['22001 22003 22007 22008 22021 22025 22026 22P02 22P05 2201B 54000'],
    'not-null-violation': ['23502'],
    'foreign-key-violation': ['23503'],
    'unique-violation': ['23505'],
    'check-violation': ['23514'],
    'exclusion-violation': ['23P01'],
    'read-only': ['25006'],
    'connection-lost': [
      '25P03 25P04 08000 08006 57P01 57P02 57P05 CONNECTION_CLOSED CONNECTION_DESTROYED ECONNRESET EPIPE',
    ],
    'serialization-failure': ['40001'],
    deadlock: ['40P01'],
    'missing-table': ['42P01'],
    'no-connection': [
      '53300 57P03 28000 28P01 3D000 CONNECT_TIMEOUT ECONNREFUSED EHOSTUNREACH ENOENT ENOTFOUND ETIMEDOUT CONNECTION_ENDED',
    ],
    'lock-timeout': ['55P03'],
    cancelled: ['57014'],
    other: ['42601 22012 XX000 EOTHER 08 280'],
  },
  mysql2: {
    'no-connection': [
      'ECONNREFUSED EHOSTUNREACH ENOENT ENOTFOUND ETIMEDOUT ER_ACCESS_DENIED_ERROR ER_BAD_DB_ERROR ER_CON_COUNT_ERROR',
      'ER_DBACCESS_DENIED_ERROR ER_TOO_MANY_USER_CONNECTIONS ER_USER_LIMIT_REACHED',
    ],
    'connection-lost': [
      'ECONNRESET EPIPE ER_CLIENT_INTERACTION_TIMEOUT ER_SERVER_SHUTDOWN ER_SESSION_WAS_KILLED PROTOCOL_CONNECTION_LOST',
      '1927',
    ],
    'not-null-violation': ['ER_BAD_NULL_ERROR ER_NO_DEFAULT_FOR_FIELD'],
    'read-only': ['ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION ER_READ_ONLY_MODE'],
    'check-violation': ['ER_CHECK_CONSTRAINT_VIOLATED ER_CONSTRAINT_FAILED 4025'],
    'invalid-value': [
      'ER_DATA_OUT_OF_RANGE ER_DATA_TOO_LONG ER_INVALID_JSON_TEXT ER_TRUNCATED_WRONG_VALUE ER_WARN_DATA_OUT_OF_RANGE',
      'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD ER_WRONG_VALUE ER_WRONG_VALUE_FOR_TYPE WARN_DATA_TRUNCATED',
    ],
    'unique-violation': ['ER_DUP_ENTRY'],
    deadlock: ['ER_LOCK_DEADLOCK'],
    'lock-timeout': ['ER_LOCK_NOWAIT ER_LOCK_WAIT_TIMEOUT 1205 3572'],
    'foreign-key-violation': [
      'ER_NO_REFERENCED_ROW ER_NO_REFERENCED_ROW_2 ER_ROW_IS_REFERENCED ER_ROW_IS_REFERENCED_2',
    ],
    'missing-table': ['ER_NO_SUCH_TABLE'],
    cancelled: ['ER_QUERY_INTERRUPTED ER_QUERY_TIMEOUT 1969'],
    other: ['1064 1267 1290'],
  },
}

test.for(
  (['pg', 'mysql2'] as const).flatMap((driver) =>
    Object.entries(codes[driver]).flatMap(([reason, lines]) =>
      lines.flatMap((line) => line.split(' ')).map((code) => [driver, code, reason] as const),
    ),
  ),
)('%s: %s is %s', async ([driver, code, reason]) => {
  const isNumber = driver === 'mysql2' && /^\d+$/.test(code)
  const failure = await failureOf(driver, isNumber ? { errno: Number(code) } : { code, errno: 1 })
  expect(failure).toBeInstanceOf(QueryFailed)
  expect(failure).toMatchObject({ reason, code: isNumber ? undefined : code })
  expect(failure.driverError).toMatchObject({ message: 'It failed.' })
})

test.for([
  ['pg', {}, 'timeout exceeded when trying to connect', 'no-connection'],
  ['pg', {}, 'Connection terminated due to connection timeout', 'no-connection'],
  ['pg', {}, 'Cannot use a pool after calling end on the pool', 'no-connection'],
  ['pg', {}, 'Connection terminated unexpectedly', 'connection-lost'],
  ['pg', {}, 'Client has encountered a connection error and is not queryable', 'connection-lost'],
  ['pg', {}, 'Client was closed and is not queryable', 'connection-lost'],
  ['pg', {}, 'Something else', 'other'],
  [
    'mysql2',
    { errno: 1267 },
    'Illegal mix of collations (a,COERCIBLE) and (b,IMPLICIT)',
    'invalid-value',
  ],
  ['mysql2', { errno: 1267 }, 'Illegal mix of collations (a,IMPLICIT) and (b,IMPLICIT)', 'other'],
  ['mysql2', { errno: 1290 }, 'running with the --read-only option', 'read-only'],
  ['mysql2', { errno: 1290 }, 'running with the read_only option', 'read-only'],
  ['mysql2', { errno: 1290 }, 'running with the --secure-file-priv option', 'other'],
  ['mysql2', {}, 'Queue limit reached.', 'no-connection'],
  ['mysql2', {}, 'No connections available.', 'no-connection'],
  ['mysql2', {}, 'Pool is closed.', 'no-connection'],
  ['mysql2', { fatal: true }, 'Something else', 'connection-lost'],
  ['mysql2', {}, "Can't add new command when connection is in closed state", 'connection-lost'],
] as const)('%s: %o with the message "%s" is %s', async ([driver, details, message, reason]) => {
  expect(await failureOf(driver, details, message)).toMatchObject({ reason })
})

test('an error of mysql2 without a number is a mistake in the code, and stays as it is', async () => {
  const failure = await failureOf('mysql2', {}, 'values.map is not a function')
  expect(failure).not.toBeInstanceOf(QueryFailed)
  expect(failure.message).toBe('values.map is not a function')
})

const sql = 'SELECT * FROM "t" WHERE "name" = $1'
const mysqlSql = 'SELECT * FROM `t` WHERE `name` = ?'

test.for([
  [
    'pg',
    { code: 'ECONNREFUSED' },
    'connect ECONNREFUSED',
    'There is no connection to the database (connect ECONNREFUSED).',
  ],
  [
    'pg',
    {},
    'timeout exceeded when trying to connect',
    'No connection of the pool became free in time. Raise its "max", or look for transactions that stay open or ' +
      'wait for a second connection (timeout exceeded when trying to connect).',
  ],
  [
    'pg',
    { code: 'ECONNRESET' },
    'read ECONNRESET',
    'The connection was lost; it is not known whether the query took effect (read ECONNRESET).',
  ],
  [
    'pg',
    { code: '40P01' },
    'deadlock detected',
    'deadlock detected. Let transaction() retry: { retries: 3 }.',
  ],
  ['pg', { code: '22021' }, 'invalid byte sequence: 0x00 0xff', 'invalid byte sequence: 0x… 0x…'],
  ['pg', { code: '22P02' }, 'invalid input: "secret"', 'invalid input: "…"'],
  ['pg', { code: '42703' }, 'column "name" does not exist', 'column "name" does not exist'],
  [
    'pg',
    { code: '23505', constraint: 't_key' },
    'violates unique constraint "t_key"',
    'violates unique constraint "t_key"',
  ],
  [
    'mysql2',
    { code: 'ETIMEDOUT' },
    'connect ETIMEDOUT',
    'There is no connection to the database (connect ETIMEDOUT).',
  ],
  [
    'mysql2',
    {},
    'Queue limit reached.',
    'No connection of the pool is free. Raise its "connectionLimit" or "queueLimit", or look for transactions ' +
      'that stay open or wait for a second connection (Queue limit reached.).',
  ],
  [
    'mysql2',
    { fatal: true },
    'gone',
    'The connection was lost; it is not known whether the query took effect (gone).',
  ],
  [
    'mysql2',
    { code: 'ER_DUP_ENTRY', errno: 1062 },
    "Duplicate entry 'secret' for key 't.email'",
    'Duplicate entry "…"',
  ],
  [
    'mysql2',
    {
      code: 'ER_BAD_FIELD_ERROR',
      errno: 1054,
      sqlMessage: "Unknown column 'name' in 'where clause'",
    },
    'Another text.',
    "Unknown column 'name' in 'where clause'",
  ],
] as const)(
  '%s: %o with the message "%s" is printed as: %s',
  async ([driver, details, text, printed]) => {
    const { message } = await failureOf(driver, details, text)
    expect(message).toBe(`${printed}\nSQL: ${driver === 'pg' ? sql : mysqlSql}`)
  },
)

test.for([
  [
    'ER_DUP_ENTRY',
    "Duplicate entry '1' for key 'people.PRIMARY'",
    { constraint: 'people.PRIMARY' },
  ],
  [
    'ER_NO_REFERENCED_ROW_2',
    'Cannot add: a foreign key constraint fails (`a`.`b`, CONSTRAINT `b_fk` FOREIGN KEY (`c`) REFERENCES `d` (`e`))',
    { constraint: 'b_fk' },
  ],
  ['ER_CONSTRAINT_FAILED', 'CONSTRAINT `b_check` failed for `a`.`b`', { constraint: 'b_check' }],
  [
    'ER_CHECK_CONSTRAINT_VIOLATED',
    "Check constraint 'b_check' is violated.",
    { constraint: 'b_check' },
  ],
  ['ER_NO_SUCH_TABLE', "Table 'app.people' doesn't exist", { table: 'people' }],
  ['ER_NO_SUCH_TABLE', "Table 'people' doesn't exist", { table: 'people' }],
  ['ER_BAD_NULL_ERROR', "Column 'age' cannot be null", { column: 'age' }],
  ['ER_NO_DEFAULT_FOR_FIELD', "Field 'age' doesn't have a default value", { column: 'age' }],
  ['ER_WARN_DATA_OUT_OF_RANGE', "Out of range value for column 'age' at row 1", { column: 'age' }],
  ['ER_DATA_TOO_LONG', "Data too long for column 'name' at row 1", { column: 'name' }],
  ['WARN_DATA_TRUNCATED', "Data truncated for column 'name' at row 1", { column: 'name' }],
  [
    'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD',
    "Incorrect integer value: 'x\ny' for column `app`.`people`.`age` at row 1",
    { column: 'age' },
  ],
  [
    'ER_TRUNCATED_WRONG_VALUE',
    "Incorrect date value: 'x' for column 'day' at row 1",
    { column: 'day' },
  ],
] as const)('mysql2: the names in %s: %s', async ([code, message, names]) => {
  const { constraint, table, column } = await failureOf('mysql2', { code, errno: 1 }, message)
  const none = { constraint: undefined, table: undefined, column: undefined }
  expect({ constraint, table, column }).toEqual({ ...none, ...names })
})

test.for([
  [{ constraint: 'a', table: 'b', column: 'c' }],
  [{ constraint_name: 'a', table_name: 'b', column_name: 'c' }],
])('pg: the names in %o', async ([names]) => {
  const failure = await failureOf('pg', { code: '23505', ...names })
  expect(failure).toMatchObject({ constraint: 'a', table: 'b', column: 'c' })
})

test('pg: the first of several errors is printed', async () => {
  const error = Object.assign(new AggregateError([new Error('first'), new Error('second')]), {
    code: 'ECONNREFUSED',
  })
  await expect(new Query(pgPool(error)).table('t').get()).rejects.toThrow(
    'There is no connection to the database (first).',
  )
})
