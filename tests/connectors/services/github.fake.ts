import { bearer, type FakeService } from '../fake-service.js';

const api = 'https://api.github.com';
const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
const repo = { owner: 'octocat', repo: 'Hello-World' };
const base = `${api}/repos/octocat/Hello-World`;
const issue = (number: number, more: object = {}) => ({ id: 1000 + number, number, title: `Bug ${number}`, ...more });
const newest = `GET ${base}/issues?state=all&sort=created&direction=desc&per_page=100`;

export const service: FakeService = {
  ...bearer,
  hosts: ['api.github.com'],
  actions: [
    {
      does: 'createIssue',
      with: { ...repo, subject: 'Bug 1', labels: ['bug', 'now'] },
      exchanges: [
        {
          asked: `POST ${base}/issues`,
          headers,
          body: { title: 'Bug 1', labels: ['bug', 'now'] },
          status: 201,
          answer: issue(1),
        },
      ],
      output: issue(1),
    },
    {
      does: 'updateIssue',
      with: { ...repo, number: 1, state: 'closed' },
      exchanges: [{ asked: `PATCH ${base}/issues/1`, headers, body: { state: 'closed' }, answer: issue(1) }],
      output: issue(1),
    },
    {
      does: 'getIssue',
      with: { ...repo, number: '1' },
      exchanges: [{ asked: `GET ${base}/issues/1`, headers, answer: issue(1) }],
      output: issue(1),
    },
    {
      does: 'listIssues',
      with: { ...repo, which: 'all', labels: ['bug', 'now'] },
      exchanges: [
        {
          asked: `GET ${base}/issues?state=all&labels=bug%2Cnow&per_page=100`,
          headers,
          answer: [issue(1)],
          answerHeaders: { link: `<${base}/issues?state=all&labels=bug%2Cnow&per_page=100&page=2>; rel="next"` },
        },
        {
          asked: `GET ${base}/issues?state=all&labels=bug%2Cnow&per_page=100&page=2`,
          headers,
          answer: [issue(2)],
        },
      ],
      output: { items: [issue(1), issue(2)], pages: 2, more: false },
    },
    {
      does: 'createComment',
      with: { ...repo, number: 1, comment: 'Me too' },
      exchanges: [
        { asked: `POST ${base}/issues/1/comments`, headers, body: { body: 'Me too' }, status: 201, answer: { id: 5 } },
      ],
      output: { id: 5 },
    },
    {
      does: 'getFile',
      with: { ...repo, path: 'docs/read me.md', ref: 'main' },
      exchanges: [
        {
          asked: `GET ${base}/contents/docs/read%20me.md?ref=main`,
          headers,
          answer: { type: 'file', encoding: 'base64', content: 'SGVsbG8=\n' },
        },
      ],
      output: { type: 'file', encoding: 'base64', content: 'SGVsbG8=\n' },
    },
    {
      does: 'writeFile',
      with: { ...repo, path: 'docs/a.md', content: 'Olé', message: 'Greet', sha: '95b966ae' },
      exchanges: [
        {
          asked: `PUT ${base}/contents/docs/a.md`,
          headers,
          body: { message: 'Greet', content: 'T2zDqQ==', sha: '95b966ae' },
          answer: { content: { sha: '3d21ec53' }, commit: { sha: '76384177' } },
        },
      ],
      output: { content: { sha: '3d21ec53' }, commit: { sha: '76384177' } },
    },
  ],
  triggers: [
    {
      does: 'newIssue',
      with: repo,
      polls: [
        { asked: newest, headers, answer: [issue(1)], starts: [] },
        {
          asked: newest,
          headers,
          answer: [issue(4), issue(3, { pull_request: { url: `${base}/pulls/3` } }), issue(2), issue(1)],
          starts: [issue(2), issue(4)],
        },
      ],
    },
    {
      does: 'newCommit',
      with: { ...repo, branch: 'main' },
      polls: [
        { asked: `GET ${base}/commits?sha=main&per_page=100`, headers, answer: [{ sha: 'a' }], starts: [] },
        {
          asked: `GET ${base}/commits?sha=main&per_page=100`,
          headers,
          answer: [{ sha: 'b' }, { sha: 'a' }],
          starts: [{ sha: 'b' }],
        },
      ],
    },
  ],
  refusals: [
    {
      does: 'createIssue',
      with: { ...repo, subject: 'Bug' },
      status: 410,
      answer: { message: 'Issues are disabled for this repo' },
      error: {
        code: 'APP_REFUSED',
        message: 'GitHub refused the request with the status 410: Issues are disabled for this repo.',
      },
    },
  ],
};
