/** Where every contestant listens, and how it connects to the database. */
export const address = { port: Number(process.env['PORT']), host: '127.0.0.1' }
export const connectionString = process.env['DATABASE_URL'] as string
export const poolSize = 6
