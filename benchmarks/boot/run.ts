import './transform.ts'
import './cold-start.ts'
import './restart.ts'
import './type-error.ts'
