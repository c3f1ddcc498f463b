import { writeSection } from '../../test/marked-section.ts'
import { measureWebs, websReport } from './webs.ts'

const text = websReport(await measureWebs([1, 2, 4]))
writeSection('docs/cluster.md', 'webs', text)
console.log(text)
process.exit()
