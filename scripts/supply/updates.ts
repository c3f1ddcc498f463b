import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { completeLock } from './complete-lock.ts'
import { imageFiles, listImages, pinImages } from './images.ts'
import { readPackage, root } from './lock.ts'
import { chooseUpdates, type PlannedUpdate, planUpdates, type Update } from './update-plan.ts'

const outdatedSchema = z.record(
  z.string(),
  z.preprocess((value) => (Array.isArray(value) ? value[0] : value), z.object({ latest: z.string() })),
)

const run = promisify(execFile)

/** Lists updates, writes them to package.json and lock without installing them, or pins images. */
const [command, nameOrGroup = ''] = process.argv.slice(2)
if (command === 'images') await renewImages()
else await updatePackages()

async function updatePackages(): Promise<void> {
  const plan = planUpdates(await findOutdated())
  if (command === undefined) for (const update of plan) console.log(formatLine(update))
  else if (command === 'apply' && nameOrGroup !== '') await applyUpdates(chooseUpdates(plan, nameOrGroup))
  else {
    console.error('npm run updates [-- apply patch|minor|NAME | images]')
    process.exitCode = 1
  }
}

async function renewImages(): Promise<void> {
  const texts = imageFiles.map((name) => ({
    file: join(root, name),
    text: readFileSync(join(root, name), 'utf8'),
  }))
  const digests = new Map<string, string>()
  for (const image of new Set(texts.flatMap(({ text }) => listImages(text)))) {
    const inspectArguments = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}']
    digests.set(image, (await run('docker', inspectArguments)).stdout.trim())
  }
  for (const { file, text } of texts) writeFileSync(file, pinImages(text, digests))
  for (const [image, digest] of digests) console.log(`${image}  ${digest}`)
}

function formatLine({ name, current, latest, group, heldReason }: PlannedUpdate): string {
  return [group.padEnd(5), name, `${current} → ${latest}`, heldReason ? `held ${heldReason}` : '']
    .join('  ')
    .trimEnd()
}

/** Returns the updates that npm knows. If there are any, `npm outdated` exits with 1, which is no error. */
async function findOutdated(): Promise<Update[]> {
  const { stdout } = await run('npm', ['outdated', '--json'], { cwd: root }).catch(
    (error: { stdout?: string }) => {
      if (!error.stdout) throw error
      return { stdout: error.stdout }
    },
  )
  const { dependencies, devDependencies } = readPackage()
  const currentVersions = { ...dependencies, ...devDependencies }
  return Object.entries(outdatedSchema.parse(JSON.parse(stdout || '{}'))).flatMap(([name, { latest }]) => {
    const current = currentVersions[name]
    return current === undefined ? [] : [{ name, current, latest }]
  })
}

async function applyUpdates(updates: readonly PlannedUpdate[]): Promise<void> {
  if (updates.length === 0) return console.log('nothing to do')
  const file = join(root, 'package.json')
  const changedText = updates.reduce(
    (textSoFar, { name, current, latest }) =>
      textSoFar.replace(`"${name}": "${current}"`, `"${name}": "${latest}"`),
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, changedText)
  await run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
  })
  const lockFile = join(root, 'package-lock.json')
  const completedLock = await completeLock(JSON.parse(readFileSync(lockFile, 'utf8')), findIntegrity)
  writeFileSync(lockFile, `${JSON.stringify(completedLock, null, 2)}\n`)
  for (const update of updates) console.log(formatLine(update))
}

async function findIntegrity(name: string, version: string): Promise<string> {
  const { stdout } = await run('npm', ['view', `${name}@${version}`, 'dist.integrity'], { cwd: root })
  return stdout.trim()
}
