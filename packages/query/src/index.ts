export { Conditions } from './builder/conditions.ts'
export { Database } from './configured/database.ts'
export { DriverNotInstalled } from './configured/drivers.ts'
export { MisplacedConnection } from './configured/misplaced-connection.ts'
export { configureConnection, type ConnectionOptions } from './connection/connection-options.ts'
export type { Outcome, Row } from './connection/connection.ts'
export type { DialectName, Isolation } from './sql/dialect.ts'
export { UnknownConnection } from './drivers/connect.ts'
export { InvalidQuery, NotSupported } from './sql/errors.ts'
export { InvalidRow, type RowClass } from './rows/hydrate-rows.ts'
export type { JoinType } from './sql/join.ts'
export { Json, json } from './sql/json.ts'
export { CursorPaginator, Paginator } from './builder/paginator.ts'
export { QueryFailed, type FailureReason } from './connection/query-failed.ts'
export { Query, type Key } from './builder/query.ts'
export { dialectOf, runStatement } from './builder/run-statement.ts'
export {
  CommitUncertain,
  TransactionLost,
  TransactionOver,
} from './connection/transaction-errors.ts'
export { transaction, Transaction, type TransactionOptions } from './builder/transaction.ts'
