-- Sends the requests of a file, a line each: method, path, cookie, bearer token, accepted encoding, body, by tabs.
-- Arguments: the file; 'round' to go round and round or 'once' to stop after the last answer; the status expected, or
-- '-' where wrk's own count of statuses above 399 is enough. Prints one line of JSON.
local ffi = require('ffi')
ffi.cdef('int kill(int, int); int getpid(void);')
local SIGINT = 2
local threads, requests = {}, {}
local sent, reserved = 0, 0
local isVerified = false
answered, wrong = 0, 0

function setup(thread)
  threads[#threads + 1] = thread
end

function init(args)
  local file, mode, expected = args[1], args[2], tonumber(args[3])
  for line in io.lines(file) do
    local method, path, cookie, token, encoding, body =
      line:match('^([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$')
    local headers = { ['Accept'] = 'text/html', ['Sec-Fetch-Site'] = 'same-origin' }
    if cookie ~= '' then headers['Cookie'] = cookie end
    if token ~= '' then headers['Authorization'] = 'Bearer ' .. token end
    if encoding ~= '' then headers['Accept-Encoding'] = encoding end
    local at = #requests + 1
    headers['X-Forwarded-For'] = string.format('10.%d.%d.1', math.floor(at / 250) % 250, at % 250)
    if body == '' then body = nil else headers['Content-Type'] = 'application/x-www-form-urlencoded' end
    requests[#requests + 1] = wrk.format(method, path, headers, body)
  end
  if mode == 'once' then
    -- A connection that finds nothing left waits, so that no request is sent twice.
    delay = function()
      reserved = reserved + 1
      return reserved > #requests and 3600000 or 0
    end
  end
  if expected then
    response = function(status)
      answered = answered + 1
      if status ~= expected then wrong = wrong + 1 end
      if mode == 'once' and answered == #requests then
        wrk.thread:stop()
        -- Otherwise wrk sleeps on to the end of its duration, and counts it.
        ffi.C.kill(ffi.C.getpid(), SIGINT)
      end
    end
  end
end

function request()
  -- wrk asks for one request before it begins, and does not send it.
  if not isVerified then
    isVerified = true
    return requests[1]
  end
  sent = sent + 1
  return requests[(sent - 1) % #requests + 1]
end

function done(summary, latency)
  local wrongs = 0
  for _, thread in ipairs(threads) do wrongs = wrongs + thread:get('wrong') end
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"bytes":%d,"us":%d,"p50":%d,"p99":%d,"statuses":%d,"wrong":%d,"lost":%d}',
    summary.requests, summary.bytes, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, wrongs, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
