import './transform.ts'
