// Loaded into every process of npm test, since it reads as many files as the program itself.
import { findFilesAtOnce } from '../../server/begin-process.js'

findFilesAtOnce()
