// Loaded into every process of npm test, which reads as many files as the program does.
import { findFilesAtOnce } from '../../server/begin-process.js'

findFilesAtOnce()
