export { digest } from './verbs/digest.ts'
