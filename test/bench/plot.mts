import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { JobResult, Sample } from './measure.mjs';
import type { GrowthPoint } from './more.mjs';
import { addedMemory, ratioOf, yardsticks } from './report.mjs';
import { spreadOf } from './statistics.mjs';

const colors = {
	domain: ['this package', 'HTTP Request', "n8n's HTTP helper"],
	range: ['#2f6fde', '#e8833a', '#9aa5b1'],
};

/** A row for each job, and in it one for each contestant. */
const rows = {
	y: { field: 'job', type: 'nominal', sort: null, title: null, axis: { labelLimit: 360 } },
	yOffset: { field: 'contestant', sort: colors.domain },
} as const;

/** One picture of a full run: every job as a multiple of the limit, and how cost grows. */
export async function plot(jobs: JobResult[], growth: GrowthPoint[]): Promise<string> {
	const spec: TopLevelSpec = {
		background: 'white',
		config: { font: 'sans-serif', title: { anchor: 'start' } },
		spacing: 32,
		vconcat: [
			{
				title: 'Time as a multiple of the limit (axios in a bare loop); lower is better',
				width: 560,
				data: { values: jobs.flatMap(bars) },
				layer: [
					{
						mark: 'bar',
						encoding: {
							...rows,
							x: {
								field: 'median',
								type: 'quantitative',
								stack: null,
								title: 'median, least and most',
							},
							color: {
								field: 'contestant',
								scale: colors,
								title: null,
								legend: { orient: 'top', direction: 'horizontal' },
							},
						},
					},
					{
						mark: { type: 'rule', strokeWidth: 1.5 },
						encoding: {
							...rows,
							x: { field: 'least', type: 'quantitative' },
							x2: { field: 'most' },
						},
					},
					{
						data: { values: [{ limit: 1 }] },
						mark: { type: 'rule', strokeDash: [4, 3] },
						encoding: { x: { field: 'limit', type: 'quantitative' } },
					},
				],
			},
			{
				hconcat: [
					lines(growth, 'records', 'seconds'),
					lines(growth, 'items', 'seconds'),
					lines(growth, 'records', 'megabytes'),
					lines(growth, 'items', 'megabytes'),
				],
			},
		],
	};
	const view = new View(parse(compile(spec).spec), { renderer: 'none' });
	return `${await view.toSVG()}\n`;
}

function bars(result: JobResult): object[] {
	const { samples, job } = result;
	const { limit = '' } = yardsticks(result);
	return [...samples.keys()].flatMap((name) => {
		const contestant = colors.domain.find((known) => name.startsWith(known));
		const ratio = ratioOf(samples, name, limit);
		const comparable = samples.get(name)?.every(({ done = job.of }) => done === job.of);
		return contestant && ratio && comparable ? [{ job: job.title, contestant, ...ratio }] : [];
	});
}

function lines(growth: GrowthPoint[], of: GrowthPoint['of'], measure: 'seconds' | 'megabytes') {
	const valueOf = (sample: Sample) =>
		measure === 'seconds' ? sample.milliseconds / 1000 : addedMemory(sample) / 1e6;
	const values = growth
		.filter((point) => point.of === of)
		.map(({ size, samples }) => ({ size, ...spreadOf(samples.map(valueOf)) }));
	return {
		title: measure === 'seconds' ? `Time by ${of}` : `Memory by ${of}`,
		width: 160,
		height: 150,
		data: { values },
		mark: { type: 'line', point: true, color: colors.range[0] },
		encoding: {
			x: { field: 'size', type: 'quantitative', title: of, axis: { tickCount: 4, format: 's' } },
			y: { field: 'median', type: 'quantitative', title: measure },
		},
	} as const;
}
