/** The address of every contestant, and its connection to the database. */
export const address = { port: Number(process.env['PORT']), host: '127.0.0.1' }
export const connectionString = process.env['DATABASE_URL'] as string
export const poolSize = 6
