// (d) majiang-core whole matches: node sim_js.js <random|greedy|ai> <seconds>
'use strict';
const Majiang = require('@kobalab/majiang-core'); const P = require('./players.cjs');
const kind = process.argv[2], secs = +process.argv[3]; const Pl = kind === 'ai' ? require('@kobalab/majiang-ai') : kind === 'greedy' ? P.Greedy : P.Random;
let matches = 0, kyoku = 0; class G extends Majiang.Game { qipai(s) { kyoku++; super.qipai(s); } }
const el = t => Number(process.hrtime.bigint() - t) / 1e9;
let t0 = process.hrtime.bigint();
if (kind !== 'ai') { while (el(t0) < 2) new G([0,1,2,3].map(() => new Pl()), null, Majiang.rule()).do_sync(); } // JIT warm-up
t0 = process.hrtime.bigint(); matches = kyoku = 0; P.stat.decisions = P.stat.choices = P.stat.msgs = 0;
while (el(t0) < secs) { new G([0,1,2,3].map(() => new Pl()), null, Majiang.rule()).do_sync(); matches++; }
const dt = el(t0);
console.log(JSON.stringify({ bench: 'sim_' + kind, lib: 'majiang-core', matches, kyoku, matches_per_s: +(matches / dt).toFixed(3), kyoku_per_s: +(kyoku / dt).toFixed(2), decisions_per_s: Math.round(P.stat.decisions / dt), decisions_per_match: Math.round(P.stat.decisions / matches), msgs_per_s: Math.round(P.stat.msgs / dt), rss_mb: Math.round(process.memoryUsage().rss / 1e6) }));
