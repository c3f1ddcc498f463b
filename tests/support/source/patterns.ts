import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

export type Pattern = { source: string; flags: string; files: string[] }

/** Every regular expression of these folders: those written as such, by their text, and the calls that make others. */
export function patternsIn(folders: readonly string[]): { written: Map<string, Pattern>; made: string[] } {
  const written = new Map<string, Pattern>()
  const made: string[] = []
  for (const file of folders.flatMap(sourcesIn)) {
    const visit = (node: ts.Node) => {
      if (ts.isRegularExpressionLiteral(node)) note(written, node.text, file)
      else if (isMaking(node)) made.push(node.getText())
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true, kindOf(file)))
  }
  return { written, made: made.sort() }
}

function note(written: Map<string, Pattern>, text: string, file: string) {
  const end = text.lastIndexOf('/')
  const known = written.get(text)
  if (known) known.files = [...new Set([...known.files, file])]
  else written.set(text, { source: text.slice(1, end), flags: text.slice(end + 1), files: [file] })
}

function isMaking(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|m?js)$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort()
}

function kindOf(file: string): ts.ScriptKind {
  if (file.endsWith('.tsx')) return ts.ScriptKind.TSX
  return file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS
}
