import { serveFastify } from '../fastify-app.ts'

await serveFastify()
