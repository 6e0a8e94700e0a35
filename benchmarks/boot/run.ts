import './transform.ts'
import './cold-start.ts'
import './restart.ts'
