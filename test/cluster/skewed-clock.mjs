// Loaded before the service: its clock goes wrong by as much as SKEW_MS says.
const { now } = Date;
const skewMs = Number(process.env.SKEW_MS ?? 0);
Date.now = () => now() + skewMs;
