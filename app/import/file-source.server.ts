import { createReadStream } from 'node:fs'
import { access, realpath } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { type Duplex, pipeline, type Readable } from 'node:stream'
import { parse as parseCsv } from 'csv-parse'
import parserStream from 'stream-json'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import type { ImportKind } from '#app/domain/backoffice/import-kind.ts'
import { FileMissing, type ImportSource, SourceError, type SourceRecord } from '#app/import/kinds.ts'
import { importPlaces } from '#app/text/backoffice/import-labels.ts'

type Reader = (path: string) => AsyncGenerator<SourceRecord>

const readersByEnding: Readonly<Record<string, Reader>> = { json: readJson, jsonl: readLines, csv: readCsv }

/**
 * Reads a folder with one file per kind, with the names and fields of the lists: an array in `.json`, an
 * object per line in `.jsonl`, or `.csv` with a heading and dots in nested names ('billing_address.city',
 * 'publications.0.value'). A kind without a file has no records.
 */
export function makeFileSource(folder: string): ImportSource {
  const root = resolve(folder)
  return {
    name: basename(root),
    openFile: (link) => openWithin(root, link),
    async *read(kind) {
      const sourceFile = await findFile(root, kind)
      if (!sourceFile) return
      try {
        yield* sourceFile.read(sourceFile.path)
      } catch (error) {
        throw new SourceError(
          `${basename(sourceFile.path)}: ${error instanceof Error ? error.message : error}`,
        )
      }
    },
  }
}

/** Opens a file. Throws FileMissing for a path that leaves the folder, even through a symbolic link. */
async function openWithin(root: string, link: string) {
  const path = await realpath(join(root, link)).catch(() => undefined)
  if (path === undefined) throw new FileMissing('gone')
  if (!path.startsWith((await realpath(root)) + sep)) throw new FileMissing('elsewhere')
  return { name: basename(path), bytes: createReadStream(path) }
}

async function findFile(root: string, kind: ImportKind) {
  const sourceFiles: { path: string; read: Reader }[] = []
  for (const [ending, read] of Object.entries(readersByEnding)) {
    const path = join(root, `${kind}.${ending}`)
    if (await fileExists(path)) sourceFiles.push({ path, read })
  }
  if (sourceFiles.length > 1)
    throw new SourceError(`${sourceFiles.map(({ path }) => basename(path)).join(', ')}: only one of them`)
  return sourceFiles[0]
}

function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function* readJson(path: string): AsyncGenerator<SourceRecord> {
  const values = joinStreams(createReadStream(path), streamArray.asStream(), parserStream())
  for await (const { key, value } of values) yield { place: importPlaces.record(Number(key) + 1), value }
}

async function* readLines(path: string): AsyncGenerator<SourceRecord> {
  let line = 0
  for await (const text of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1
    if (text.trim() !== '') yield { place: importPlaces.line(line), value: JSON.parse(text) }
  }
}

async function* readCsv(path: string): AsyncGenerator<SourceRecord> {
  const rows = joinStreams(
    createReadStream(path),
    parseCsv({ bom: true, columns: true, delimiter: [',', ';'], info: true, skip_empty_lines: true }),
  )
  for await (const { info, record } of rows)
    yield { place: importPlaces.line(info.lines), value: nestCells(record) }
}

/**
 * Pipes `first` through `between` into `lastStream`. Returns this stream, which fails if an earlier one
 * fails.
 */
function joinStreams(first: Readable, lastStream: Duplex, ...between: Duplex[]): Duplex {
  pipeline([first, ...between, lastStream], () => undefined)
  return lastStream
}

type Node = Map<string, Node> | string

/** Converts `{'a.b': '1'}` to `{a: {b: '1'}}`. Numbered names become lists; empty cells are omitted. */
export function nestCells(cells: Readonly<Record<string, string>>): unknown {
  const root = new Map<string, Node>()
  for (const [name, text] of Object.entries(cells)) if (text !== '') putAtPath(root, name.split('.'), text)
  return toPlain(root)
}

function putAtPath(target: Map<string, Node>, path: readonly string[], text: string): void {
  const [name = '', ...remainingPath] = path
  if (remainingPath.length === 0) {
    target.set(name, text)
    return
  }
  const childNode = target.get(name)
  const child = childNode instanceof Map ? childNode : new Map<string, Node>()
  target.set(name, child)
  putAtPath(child, remainingPath, text)
}

function toPlain(node: Node): unknown {
  if (typeof node === 'string') return node
  const isList = node.size > 0 && [...node.keys()].every((name) => /^\d{1,4}$/.test(name))
  return isList
    ? [...node.values()].map(toPlain)
    : Object.fromEntries([...node].map(([name, childNode]) => [name, toPlain(childNode)]))
}
