import './cold-start.ts'
import './memory.ts'
