import { fetch } from '../by-hand.ts'
import { serve } from '../serve.ts'

serve(fetch)
