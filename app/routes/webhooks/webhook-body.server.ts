const maxBytes = 256 * 1024

/** Returns the JSON of a webhook; undefined if it is invalid or too long. */
export async function readJson(request: Request): Promise<unknown> {
  return parseJson((await readText(request)) ?? '')
}

async function readText(request: Request): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let byteCount = 0
  const reader = request.body?.getReader()
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    byteCount += chunk.value.byteLength
    // The server reads and discards the rest; closing here would cut the connection before the response.
    if (byteCount > maxBytes) return undefined
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
