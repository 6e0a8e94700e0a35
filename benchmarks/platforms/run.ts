import './cold-start.ts'
