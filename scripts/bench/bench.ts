import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '#app/paths.ts'
import { printLine, runStep } from '../dev-services/log.mjs'
import { dataRoot, root } from '../dev-services/paths.mjs'
import { compareSides, expectTexts, sendRequest } from './answer.ts'
import { isGoalReached, listGoals, type Results } from './goals.ts'
import type { Round, Side } from './load.ts'
import type { Options } from './options.ts'
import { listProcessTree, readResidentMegabytes } from './process-figures.ts'
import { type BenchProcess, runWithProfile, startFloor, startWeb } from './processes.ts'
import { listFunctionShares, listPackageShares, readSteadyMicroseconds } from './profile.ts'
import type { ProfileSummary } from './report.ts'
import { type BenchTurn, type BenchTurns, calculateFigures, measureSides, runRounds } from './rounds.ts'
import {
  type FormScenario,
  listFormScenarios,
  listPageScenarios,
  listSharedScenarios,
  type PageScenario,
  type SharedScenario,
  type Stage,
} from './scenarios.ts'

const usualExtent = {
  plan: { rounds: 3, warmUp: 1 },
  formPlan: { rounds: 5, warmUp: 2 },
  coldStarts: 3,
  seconds: 2,
  sharedSeconds: 2,
  memorySeconds: 60,
  firstWarmUp: 2,
}
const shortExtent = {
  plan: { rounds: 1, warmUp: 0 },
  formPlan: { rounds: 1, warmUp: 0 },
  coldStarts: 1,
  seconds: 2,
  sharedSeconds: 2,
  memorySeconds: 2,
  firstWarmUp: 0,
}
const GROWTH_SCENARIO = 'admin-orders-growth'
const otherScenarioNames = ['health', GROWTH_SCENARIO, 'two-processes', 'memory']
/** Files for comparison lie beside the shop's assets, so that the same server sends them. */
const staticFolder = join(root, 'build/client/assets/bench')
/** The server lists its files when it starts, so one file of each size exists before, in steps of 128 bytes. */
const STATIC_STEP_BYTES = 128
const MAX_STATIC_BYTES = 32 * 1024
const profileFolder = join(dataRoot, 'bench')

type Setting = { dir: string; options: Options }

export class Bench {
  readonly results: Results = {
    pages: [],
    shared: [],
    forms: [],
    health: undefined,
    growth: [],
    processes: undefined,
    memory: undefined,
    start: undefined,
  }
  private readonly extent: typeof usualExtent
  private readonly turnsByScenario = new Map<string, BenchTurns>()

  private constructor(
    private readonly stage: Stage,
    private readonly setting: Setting,
    private readonly web: BenchProcess,
    private readonly floor: BenchProcess,
  ) {
    this.extent = setting.options.short ? shortExtent : usualExtent
  }

  static async start(stage: Stage, setting: Setting): Promise<Bench> {
    const { dir, options } = setting
    const knownNames = [listPageScenarios, listSharedScenarios, listFormScenarios]
      .flatMap((listScenarios) => listScenarios(stage).map(({ name }) => name))
      .concat(otherScenarioNames)
    const unknownName = options.names.find((name) => !knownNames.includes(name))
    if (unknownName) throw new Error(`no scenario "${unknownName}": ${knownNames.join(', ')}`)
    writeStaticFiles()
    const web = await startWeb({ dir, name: 'web' })
    const floor = await startFloor({ dir, name: 'floor', env: { PUBLIC_URL: web.url } })
    return new Bench(stage, setting, web, floor)
  }

  async stop(): Promise<void> {
    await Promise.allSettled([this.web.stop(), this.floor.stop()])
    rmSync(staticFolder, { recursive: true, force: true })
  }

  get needsOrders(): boolean {
    return [GROWTH_SCENARIO, 'admin-orders', 'admin-orders-search'].some((name) => this.isWanted(name))
  }

  private isWanted(name: string): boolean {
    return this.setting.options.names.length === 0 || this.setting.options.names.includes(name)
  }

  async measureAll(): Promise<void> {
    const filterWanted = <Scenario extends { name: string }>(scenarios: Scenario[]) =>
      scenarios.filter(({ name }) => this.isWanted(name))
    for (const scenario of filterWanted(listPageScenarios(this.stage))) await this.measurePages(scenario)
    for (const scenario of filterWanted(listSharedScenarios(this.stage))) await this.measureShared(scenario)
    for (const scenario of filterWanted(listFormScenarios(this.stage))) await this.measureForms(scenario)
    if (this.isWanted('health')) await this.measureHealth()
    if (this.isWanted('two-processes')) await this.measureTwoProcesses()
    if (this.isWanted('memory')) await this.measureMemory()
  }

  private async measurePages({ name, label, pages }: PageScenario) {
    const compare = async () => {
      for (const { workload, listExpectedTexts } of pages)
        await compareSides(this.web, this.floor, workload, await listExpectedTexts())
    }
    const turns = makeRotation(
      pages.map(({ workload }) => workload),
      this.extent.seconds,
    )
    this.turnsByScenario.set(name, turns)
    await this.runMeasured(name, async () => {
      await compare()
      const getFigures = await measureSides([this.floor, this.web], turns, this.firstPlan())
      await compare()
      this.results.pages.push({ name, label, base: getFigures('floor'), shop: getFigures('web') })
    })
  }

  /** Extends the warm-up of the first scenario, in which code is not compiled yet. */
  private firstPlan() {
    const { plan, firstWarmUp } = this.extent
    return this.results.pages.length === 0 ? { ...plan, warmUp: firstWarmUp } : plan
  }

  /** Compares a page with a static file of its compressed size. */
  private async measureShared({ name, label, workload }: SharedScenario) {
    const check = async () => {
      const answer = await sendRequest(this.web, workload)
      expectTexts(this.web, workload, answer, ['</html>'])
      return answer
    }
    await check()
    // The second response is compressed at the best level and is therefore smaller.
    const { bytes } = await check()
    const staticSide: Side = { ...this.web, name: 'static' }
    const path = `/assets/bench/${Math.round(bytes / STATIC_STEP_BYTES)}.png`
    const makeTurn: BenchTurns = ({ name: side }) => ({
      workload: [side === 'static' ? { ...workload, path } : workload],
      extent: { seconds: this.extent.sharedSeconds },
    })
    this.turnsByScenario.set(name, makeTurn)
    await this.runMeasured(name, async () => {
      const getFigures = await measureSides([staticSide, this.web], makeTurn, this.extent.plan)
      await check()
      this.results.shared.push({ name, label, base: getFigures('static'), shop: getFigures('web') })
    })
  }

  private async measureForms({ name, label, isCold = false, turn }: FormScenario) {
    const makeTurn = (side: Side): Promise<BenchTurn> => turn(side.name)
    this.turnsByScenario.set(name, makeTurn)
    await this.runMeasured(name, async () => {
      const getFigures = isCold
        ? await this.measureCold(makeTurn)
        : await measureSides([this.floor, this.web], makeTurn, this.extent.formPlan)
      this.results.forms.push({ name, label, base: getFigures('floor'), shop: getFigures('web') })
    })
  }

  /** Starts both sides anew for each round, like a shop with few visitors. */
  private async measureCold(turns: BenchTurns) {
    const { dir } = this.setting
    const roundsBySide = new Map<string, Round[]>()
    for (let start = 0; start < this.extent.coldStarts; start++) {
      const web = await startWeb({ dir, name: 'web' })
      const floor = await startFloor({ dir, name: 'floor', env: { PUBLIC_URL: web.url } })
      try {
        const rounds = await runRounds([floor, web], turns, { rounds: 1, warmUp: 0 })
        for (const [name, sideRounds] of rounds)
          roundsBySide.set(name, [...(roundsBySide.get(name) ?? []), ...sideRounds])
      } finally {
        await Promise.allSettled([web.stop(), floor.stop()])
      }
    }
    return calculateFigures(roundsBySide)
  }

  private async measureHealth() {
    const turns = makeRotation([{ path: '/healthz' }], this.extent.sharedSeconds)
    await this.runMeasured('health', async () => {
      const getFigures = await measureSides([this.floor, this.web], turns, this.extent.plan)
      this.results.health = {
        name: 'health',
        label: '`/healthz`',
        base: getFigures('floor'),
        shop: getFigures('web'),
      }
    })
  }

  async measureGrowth(orders: number): Promise<void> {
    const scenario = listPageScenarios(this.stage).find(({ name }) => name === 'admin-orders')
    if (!scenario || !this.isWanted(GROWTH_SCENARIO)) return
    const turns = makeRotation(
      scenario.pages.slice(0, 1).map(({ workload }) => workload),
      this.extent.seconds,
    )
    await this.runMeasured(`${GROWTH_SCENARIO} (${orders})`, async () => {
      const getFigures = await measureSides([this.web], turns, this.firstPlan())
      const { p50, p99 } = getFigures('web')
      this.results.growth.push({ orders, p50, p99 })
    })
  }

  private async measureTwoProcesses() {
    const twoProcessWeb = await startWeb({
      dir: this.setting.dir,
      name: 'web-two',
      env: { WEB_PROCESSES: '2' },
    })
    try {
      if (listProcessTree(twoProcessWeb.pid).length === 1) {
        this.results.processes = 'skipped, as `WEB_PROCESSES=2` starts no second process'
        return printLine('two-processes: not measured without WEB_PROCESSES')
      }
      const [firstScenario] = listPageScenarios(this.stage)
      const turns = makeRotation(
        firstScenario?.pages.map(({ workload }) => workload) ?? [],
        this.extent.seconds,
      )
      await this.runMeasured('two-processes', async () => {
        const getFigures = await measureSides([this.web, twoProcessWeb], turns, this.extent.plan)
        this.results.processes = {
          oneProcess: getFigures('web').perSecond,
          twoProcesses: getFigures('web-two').perSecond,
        }
      })
    } finally {
      await twoProcessWeb.stop()
    }
  }

  private async measureMemory() {
    const startMemoryWeb = () => startWeb({ dir: this.setting.dir, name: 'web-memory' })
    // The first start is discarded; the second is measured.
    await (await startMemoryWeb()).stop()
    const web = await startMemoryWeb()
    try {
      const benchRequests = [{ path: paths.publications(), cookie: this.stage.reader.cookie }]
      await this.runMeasured('memory', async () => {
        await measureSides([web], makeRotation(benchRequests, this.extent.memorySeconds), {
          rounds: 1,
          warmUp: 0,
        })
        this.results.start = web.startMs
        this.results.memory = readResidentMegabytes(web.pid)
      })
    } finally {
      await web.stop()
    }
  }

  async profileMissedGoals(): Promise<ProfileSummary[]> {
    if (!this.setting.options.profile) return []
    const missedGoals = listGoals(this.results).filter((goal) => !isGoalReached(goal))
    const summaries: ProfileSummary[] = []
    for (const { scenario, text } of missedGoals) {
      const turns = scenario === undefined ? undefined : this.turnsByScenario.get(scenario)
      if (!turns) continue
      const options = { dir: this.setting.dir, name: `profile-${scenario}` }
      await this.runMeasured(options.name, async () => {
        let from = 0
        const file = await runWithProfile(options, profileFolder, async (side) => {
          await measureSides([side], turns, { rounds: 1, warmUp: 0 })
          from = readSteadyMicroseconds()
          await measureSides([side], turns, { rounds: 2, warmUp: 0 })
        })
        const recording = { file, from }
        summaries.push({
          name: text,
          packages: listPackageShares(recording),
          functions: listFunctionShares(recording),
        })
      })
    }
    return summaries
  }

  private async runMeasured(name: string, work: () => Promise<void>) {
    await runStep(`Medindo ${name}`, name, work)
  }
}

function makeRotation(workload: BenchTurn['workload'], seconds: number): BenchTurns {
  return () => ({ workload, extent: { seconds } })
}

function writeStaticFiles() {
  mkdirSync(staticFolder, { recursive: true })
  for (let size = STATIC_STEP_BYTES; size <= MAX_STATIC_BYTES; size += STATIC_STEP_BYTES)
    writeFileSync(join(staticFolder, `${size / STATIC_STEP_BYTES}.png`), randomBytes(size))
}
