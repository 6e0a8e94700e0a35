import multipart from '@fastify/multipart'
import createFastify from 'fastify'

const app = createFastify()
await app.register(multipart, { limits: { fileSize: 2 * 1024 * 1024, fields: 1000, files: 100 } })

app.post('/profiles', async (request, reply) => {
  const fields: Record<string, string> = {}
  let name = ''
  let size = 0
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      name = part.filename
      size = (await part.toBuffer()).length
    } else {
      fields[part.fieldname] = String(part.value)
    }
  }
  if (Object.keys(fields).length !== 10) return reply.code(422).send({ errors: {} })
  return { f9: fields['f9'], name, size }
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
