import { app } from '../../http/hono-app.ts'
import { serve } from '../serve.ts'

serve((request) => app.fetch(request))
