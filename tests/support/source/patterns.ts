import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

export type Pattern = { source: string; flags: string; files: string[] }

/** Lists regular expressions: literals by text, and calls that construct others. */
export function listPatterns(folders: readonly string[]): {
  literal: Map<string, Pattern>
  constructed: string[]
} {
  const literal = new Map<string, Pattern>()
  const constructed: string[] = []
  for (const file of folders.flatMap(listSources)) {
    const visit = (node: ts.Node) => {
      if (ts.isRegularExpressionLiteral(node)) addPattern(literal, node.text, file)
      else if (isPatternConstruction(node)) constructed.push(node.getText())
      ts.forEachChild(node, visit)
    }
    visit(
      ts.createSourceFile(
        file,
        readFileSync(file, 'utf8'),
        ts.ScriptTarget.Latest,
        true,
        getScriptKind(file),
      ),
    )
  }
  return { literal, constructed: constructed.sort() }
}

function addPattern(literal: Map<string, Pattern>, text: string, file: string) {
  const end = text.lastIndexOf('/')
  const existing = literal.get(text)
  if (existing) existing.files = [...new Set([...existing.files, file])]
  else literal.set(text, { source: text.slice(1, end), flags: text.slice(end + 1), files: [file] })
}

function isPatternConstruction(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|m?js)$/.test(name))
    .map((name) => `${folder}/${name}`)
    .sort()
}

function getScriptKind(file: string): ts.ScriptKind {
  if (file.endsWith('.tsx')) return ts.ScriptKind.TSX
  return file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS
}
