// The browser comes from the system (CHROMIUM_PATH or the usual places), never from a download.
module.exports = { skipDownload: true }
