import './transform.ts'
import './cold-start.ts'
