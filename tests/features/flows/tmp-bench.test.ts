import { execFile, execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/app.js';
import { graph, node } from '../../support/graphs.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60000);
afterAll(() => app.stop());
function cannon(url: string, headers: string[], body?: string): Promise<string> {
  const args = ['node_modules/.bin/autocannon', '-c', '16', '-d', '5', '--json', ...headers.flatMap((h) => ['-H', h])];
  if (body) {
    writeFileSync('/tmp/flow-body.json', body);
    args.push('-m', 'POST', '-i', '/tmp/flow-body.json', '-H', 'content-type=application/json');
  }
  return new Promise((res, rej) =>
    execFile(process.execPath, [...args, url], { maxBuffer: 1e8 }, (e, out) => {
      if (e) return rej(e);
      const r = JSON.parse(out);
      res(`${r.requests.average} req/s p99 ${r.latency.p99} non2xx ${r.non2xx} errors ${r.errors}`);
    }),
  );
}
const floor = `
import http from 'node:http'; import pg from '/work/main/node_modules/pg/lib/index.js'; import {randomUUID} from 'node:crypto';
const pool = new pg.Pool({connectionString: process.argv[2], max: 10}); const ws = process.argv[3];
http.createServer(async (req,res)=>{ 
 if(req.method==='GET'){ const {rows}=await pool.query({name:'l',text:"select n.total, p.* from (select count(*)::int total from flows where workspace_id=$1 and is_active) n left join lateral (select id,name,description,settings,tags,folder_id,is_active,version,created_at,updated_at from flows where workspace_id=$1 and is_active order by created_at desc,id desc limit 20) p on true",values:[ws]}); res.setHeader('content-type','application/json'); res.end(JSON.stringify({success:true,data:rows})); return; }
 const chunks=[]; for await (const c of req) chunks.push(c); const b=JSON.parse(Buffer.concat(chunks)); 
 const c=await pool.connect(); try{ await c.query('begin'); const r=await c.query({name:'i',text:"insert into flows(workspace_id,name,settings,trigger_type) values($1,$2,$3,'manual') returning id, created_at",values:[ws,b.name,'{}']});
 await c.query({name:'v',text:"insert into flow_versions(workspace_id,flow_id,version,name,description,nodes,edges,variables,settings,tags) values($1,$2,1,$3,'',$4,$5,'[]','{}','{}')",values:[ws,r.rows[0].id,b.name,JSON.stringify(b.nodes),JSON.stringify(b.edges)]}); await c.query('commit'); res.statusCode=201; res.end(JSON.stringify({success:true,data:{...b,id:r.rows[0].id}})); } finally {c.release()} 
}).listen(4555,()=>console.log('up'));`;
test('bench', async () => {
  const owner = await app.seed.owner();
  await app.services.db.pool.query(
    `insert into flows (workspace_id,name,settings,trigger_type,is_active) select $1, 'Flow '||i, '{"triggerType":"manual","triggerConfig":{},"timeout":300,"maxConcurrent":10}', 'manual', i%2=0 from generate_series(1,5000) i`,
    [owner.workspaceId],
  );
  await app.services.db.pool.query('vacuum analyze flows');
  writeFileSync('/tmp/floor.mjs', floor);
  const child = spawn(process.execPath, ['/tmp/floor.mjs', app.database.url, owner.workspaceId]);
  await new Promise((r) => child.stdout.once('data', r));
  const nodes = [
    node('t', 'trigger.manual'),
    ...Array.from({ length: 19 }, (_, i) =>
      node('n' + i, 'data.set', {
        label: 'Set ' + i,
        assignments: [{ name: 'v' + i, value: '{{triggerData.amount}} and more' }],
      }),
    ),
  ];
  const edges = [
    't>n0',
    ...Array.from({ length: 18 }, (_, i) => `n${i}>n${i + 1}`),
    ...Array.from({ length: 6 }, (_, i) => `n${i}>n${i + 3}`),
  ];
  const body = JSON.stringify({ name: 'Big', ...graph(nodes, ...edges) });
  const auth = `authorization=Bearer ${owner.token}`;
  const key = `authorization=Bearer ${await app.seed.apiKey(owner)}`;
  const url = `${app.url}/workspaces/${owner.workspaceId}/flows`;
  const out: string[] = [];
  for (let i = 0; i < 2; i++) {
    out.push('floor list ' + (await cannon('http://127.0.0.1:4555/', [])));
    out.push('ours list  ' + (await cannon(url + '?status=active', [auth])));
    out.push('ours list k' + (await cannon(url + '?status=active', [key])));
  }
  for (let i = 0; i < 2; i++) {
    out.push('floor create ' + (await cannon('http://127.0.0.1:4555/', [], body)));
    out.push('ours create ' + (await cannon(url, [auth], body)));
  }
  child.kill();
  process.stderr.write(out.join('\n') + '\n');
}, 120000);
