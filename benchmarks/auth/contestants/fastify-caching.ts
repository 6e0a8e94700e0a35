// Keeps what tokens say, an option of @fastify/jwt. A hit skips every check but the times.
import { serveFastify } from '../fastify-app.ts'

await serveFastify({ cache: 1000 })
