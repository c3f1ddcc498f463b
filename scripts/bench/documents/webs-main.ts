import { writeSection } from '../../test/marked-section.ts'
import { formatWebsReport, measureWebs } from './webs.ts'

const text = formatWebsReport(await measureWebs([1, 2, 4]))
writeSection('docs/cluster.md', 'webs', text)
console.log(text)
process.exit()
