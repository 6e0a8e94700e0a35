import express from 'express'
import { listener } from './fw-listener.ts'

export const app = express()

app.use((request, response, next) => {
  if (request.url.startsWith('/v2/')) return listener(request, response)
  next()
})

app.use(express.json())
app.get('/v1/prices', (request, response) => response.json({ tea: 4 }))
