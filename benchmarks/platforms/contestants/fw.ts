import { createKernel } from '../../http/kernel.ts'
import { serve } from '../serve.ts'

serve(createKernel().fetch)
